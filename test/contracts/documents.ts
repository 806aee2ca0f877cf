// Documents that tests of contracts are made from: a small one, and changes of it.
export type Members = { [name: string]: unknown };

export const json = (schema: unknown): Members => ({ description: 'as said', content: { 'application/json': { schema } } });

export const WIDGET: Members = {
  type: 'object',
  required: ['id', 'description'],
  properties: { id: { type: 'integer' }, description: { type: 'string', description: 'prose' }, kind: { enum: ['a', 'b'] } },
};

export const shop = (more: Members = {}): Members => ({
  openapi: '3.1.0',
  info: { title: 'Widget Shop', version: '2.1.0', description: 'prose' },
  servers: [{ url: 'https://production.example/v1' }, { url: 'https://sandbox.example/v1' }],
  paths: {
    '/widgets': {
      get: {
        summary: 'prose',
        responses: { 200: { ...json({ type: 'array', items: { $ref: '#/components/schemas/Widget' } }), links: {} } },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } } },
        responses: { 201: json({}) },
      },
    },
    '/widgets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json({ $ref: '#/components/schemas/Widget' }), 404: json({ type: 'object' }) } },
    },
    '/logout': { get: { responses: { 200: json({ type: 'object' }) } } },
    '/orders/{order}': {
      get: {
        parameters: [{ name: 'order', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: json({ type: 'object' }) },
      },
    },
    '/mine': { get: { security: [{ key: [] }], responses: { 200: json({ type: 'object' }) } } },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: { Widget: WIDGET },
  },
  ...more,
});
