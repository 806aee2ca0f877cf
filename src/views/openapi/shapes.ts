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

export type FieldShape = Record<string, Field>;

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

/** Members of one kind. */
const each = (field: Field, names: string): FieldShape => Object.fromEntries(names.split(' ').map((name) => [name, field]));

const header: FieldShape = {
  schema,
  description: string,
  allowEmptyValue: boolean,
  ...each(from3(boolean), 'required deprecated explode allowReserved'),
  style: from3(oneOf('form', 'simple', 'matrix', 'label', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'cookie')),
  example: from3(any),
  examples: from3(map('example')),
  content: from3(map('mediaType')),
  ...each(
    only2(any),
    'type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf',
  ),
};

const SHAPES = {
  document: {
    swagger: only2(any),
    ...each(only2(string), 'host basePath'),
    ...each(only2(array), 'schemes consumes produces'),
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
    ...each(must(string), 'title version'),
    ...each(string, 'description termsOfService'),
    summary: from31(string),
    contact: one('contact'),
    license: one('license'),
  },
  contact: each(string, 'name url email'),
  license: { name: must(string), identifier: from31(string), url: string },
  externalDocs: { description: string, url: must(string) },
  tag: { name: must(string), description: string, ...each(from32(string), 'summary parent kind'), externalDocs: one('externalDocs') },
  server: { url: must(string), description: string, name: from32(string), variables: map('serverVariable') },
  serverVariable: { enum: array, ...each(string, 'default description') },
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
    ...each(from3(string), 'summary description'),
    ...each(operation, 'get put post delete options head patch'),
    trace: from3(operation),
    query: from32(operation),
    additionalOperations: from32(map('operation')),
    servers: from3(many('server')),
    parameters: many('parameter'),
  },
  operation: {
    ...each(string, 'summary description operationId'),
    ...each(array, 'tags security'),
    ...each(only2(array), 'consumes produces schemes'),
    deprecated: boolean,
    externalDocs: one('externalDocs'),
    parameters: many('parameter'),
    requestBody: from3(one('requestBody')),
    responses: map('response'),
    callbacks: from3(map('callback')),
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
    ...each(string, 'contentType style'),
    ...each(boolean, 'explode allowReserved'),
    headers: map('header'),
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
    ...each(only2(object), 'schema examples'),
  },
  callback: {},
  example: { ...each(string, 'summary description externalValue'), value: any, dataValue: from32(any), serializedValue: from32(string) },
  link: { ...each(string, 'operationRef operationId description'), parameters: object, requestBody: any, server: one('server') },
  securityScheme: {
    type: must(oneOf('apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS', 'basic')),
    in: oneOf('query', 'header', 'cookie'),
    flow: only2(oneOf('implicit', 'password', 'application', 'accessCode')),
    ...each(string, 'description name'),
    ...each(from3(string), 'scheme bearerFormat openIdConnectUrl'),
    ...each(only2(string), 'authorizationUrl tokenUrl'),
    flows: from3(one('flows')),
    oauth2MetadataUrl: from32(string),
    deprecated: from32(boolean),
    scopes: only2(object),
  },
  flows: { ...each(flow, 'implicit password clientCredentials authorizationCode'), deviceAuthorization: from32(flow) },
  flow: { ...each(string, 'authorizationUrl tokenUrl refreshUrl'), deviceAuthorizationUrl: from32(string), scopes: must(object) },
} as const satisfies Record<string, FieldShape>;

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
export const shapeOf = (name: ShapeName): FieldShape => SHAPES[name];
