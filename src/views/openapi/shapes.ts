// The objects of OpenAPI and Swagger as a table: their members, types and the lines that have them. Data only.
import type { Line } from './document.ts';

export interface Field {
  type: 'string' | 'boolean' | 'array' | 'object' | 'schema' | 'any';
  /** Shape of the value, of each element, or of each member. */
  shape?: ShapeName;
  each?: true;
  required?: true;
  /** First and last line that know the member. */
  from?: Line;
  to?: Line;
  values?: readonly string[];
}

export type Shape = Record<string, Field>;

const string: Field = { type: 'string' };
const boolean: Field = { type: 'boolean' };
const object: Field = { type: 'object' };
const array: Field = { type: 'array' };
const any: Field = { type: 'any' };
const schema: Field = { type: 'schema' };
const one = (shape: ShapeName): Field => ({ type: 'object', shape });
const map = (shape: ShapeName): Field => ({ type: 'object', shape, each: true });
const many = (shape: ShapeName): Field => ({ type: 'array', shape, each: true });
const must = (field: Field): Field => ({ ...field, required: true });
const from = (line: Line, field: Field): Field => ({ ...field, from: line });
const only2 = (field: Field): Field => ({ ...field, to: '2.0' });
const from3 = (field: Field): Field => from('3.0', field);
const from31 = (field: Field): Field => from('3.1', field);
const from32 = (field: Field): Field => from('3.2', field);
const oneOf = (...values: string[]): Field => ({ type: 'string', values });

const operation = one('operation');
const flow = one('flow');

const header: Shape = {
  description: string,
  required: from3(boolean),
  deprecated: from3(boolean),
  allowEmptyValue: boolean,
  style: from3(oneOf('form', 'simple', 'matrix', 'label', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'cookie')),
  explode: from3(boolean),
  allowReserved: from3(boolean),
  schema,
  example: from3(any),
  examples: from3(map('example')),
  content: from3(map('mediaType')),
  ...Object.fromEntries(
    'type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf'
      .split(' ')
      .map((name) => [name, only2(any)]),
  ),
};

const SHAPES = {
  document: {
    swagger: only2(any),
    host: only2(string),
    basePath: only2(string),
    schemes: only2(array),
    consumes: only2(array),
    produces: only2(array),
    definitions: only2(object),
    parameters: only2(map('parameter')),
    responses: only2(map('response')),
    securityDefinitions: only2(map('securityScheme')),
    openapi: from3(any),
    $self: from32(string),
    info: must(one('info')),
    jsonSchemaDialect: from31(string),
    servers: from3(many('server')),
    paths: map('pathItem'),
    webhooks: from31(map('pathItem')),
    components: from3(one('components')),
    security: array,
    tags: many('tag'),
    externalDocs: one('externalDocs'),
  },
  info: {
    title: must(string),
    summary: from31(string),
    description: string,
    termsOfService: string,
    contact: one('contact'),
    license: one('license'),
    version: must(string),
  },
  contact: { name: string, url: string, email: string },
  license: { name: must(string), identifier: from31(string), url: string },
  externalDocs: { description: string, url: must(string) },
  tag: {
    name: must(string),
    summary: from32(string),
    description: string,
    externalDocs: one('externalDocs'),
    parent: from32(string),
    kind: from32(string),
  },
  server: { url: must(string), description: string, name: from32(string), variables: map('serverVariable') },
  serverVariable: { enum: array, default: string, description: string },
  components: {
    schemas: object,
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('requestBody'),
    headers: map('header'),
    securitySchemes: map('securityScheme'),
    links: map('link'),
    callbacks: map('callback'),
    pathItems: from31(map('pathItem')),
    mediaTypes: from32(map('mediaType')),
  },
  pathItem: {
    $ref: string,
    summary: from3(string),
    description: from3(string),
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    options: operation,
    head: operation,
    patch: operation,
    trace: from3(operation),
    query: from32(operation),
    additionalOperations: from32(map('operation')),
    servers: from3(many('server')),
    parameters: many('parameter'),
  },
  operation: {
    tags: array,
    summary: string,
    description: string,
    externalDocs: one('externalDocs'),
    operationId: string,
    consumes: only2(array),
    produces: only2(array),
    schemes: only2(array),
    parameters: many('parameter'),
    requestBody: from3(one('requestBody')),
    responses: map('response'),
    callbacks: from3(map('callback')),
    deprecated: boolean,
    security: array,
    servers: from3(many('server')),
  },
  parameter: {
    name: must(string),
    in: must(oneOf('query', 'header', 'path', 'cookie', 'body', 'formData', 'querystring')),
    ...header,
    required: boolean,
  },
  header,
  requestBody: { description: string, content: must(map('mediaType')), required: boolean },
  mediaType: {
    schema,
    itemSchema: from32(schema),
    example: any,
    examples: map('example'),
    encoding: map('encoding'),
    prefixEncoding: from32(array),
    itemEncoding: from32(one('encoding')),
  },
  encoding: {
    contentType: string,
    headers: map('header'),
    style: string,
    explode: boolean,
    allowReserved: boolean,
    encoding: from32(map('encoding')),
    prefixEncoding: from32(array),
    itemEncoding: from32(one('encoding')),
  },
  response: {
    summary: from32(string),
    description: string,
    headers: map('header'),
    content: from3(map('mediaType')),
    links: from3(map('link')),
    schema: only2(object),
    examples: only2(object),
  },
  callback: {},
  example: {
    summary: string,
    description: string,
    value: any,
    dataValue: from32(any),
    serializedValue: from32(string),
    externalValue: string,
  },
  link: { operationRef: string, operationId: string, parameters: object, requestBody: any, description: string, server: one('server') },
  securityScheme: {
    type: must(oneOf('apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS', 'basic')),
    description: string,
    name: string,
    in: oneOf('query', 'header', 'cookie'),
    scheme: from3(string),
    bearerFormat: from3(string),
    flows: from3(one('flows')),
    openIdConnectUrl: from3(string),
    oauth2MetadataUrl: from32(string),
    deprecated: from32(boolean),
    flow: only2(oneOf('implicit', 'password', 'application', 'accessCode')),
    authorizationUrl: only2(string),
    tokenUrl: only2(string),
    scopes: only2(object),
  },
  flows: { implicit: flow, password: flow, clientCredentials: flow, authorizationCode: flow, deviceAuthorization: from32(flow) },
  flow: { authorizationUrl: string, deviceAuthorizationUrl: from32(string), tokenUrl: string, refreshUrl: string, scopes: must(object) },
} as const satisfies Record<string, Shape>;

export type ShapeName =
  | 'document'
  | 'info'
  | 'contact'
  | 'license'
  | 'externalDocs'
  | 'tag'
  | 'server'
  | 'serverVariable'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'response'
  | 'callback'
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'flows'
  | 'flow';

/** The table as one type, so that members can be looked up by foreign names (own members only). */
export const shapeOf = (name: ShapeName): Shape => SHAPES[name];
