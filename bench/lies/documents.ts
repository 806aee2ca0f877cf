// Shapes of what a generated site publishes: its contract, card, customer profile and catalog. Types only.
export interface Schema {
  type?: string | string[];
  properties?: { [name: string]: Schema };
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
  example?: unknown;
  [member: string]: unknown;
}

export interface ResponseSpec {
  description?: string;
  headers?: { [name: string]: { required?: boolean; description?: string; schema: Schema } };
  content?: { [type: string]: { schema?: Schema } };
  [member: string]: unknown;
}

export type Requirement = { [scheme: string]: string[] };

export interface OperationSpec {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  responses: { [status: string]: ResponseSpec };
  security?: Requirement[];
  deprecated?: boolean;
  [member: string]: unknown;
}

export interface Contract {
  openapi: string;
  info: { title: string; version: string; [member: string]: unknown };
  servers: { url: string }[];
  security?: Requirement[];
  paths: { [path: string]: { [method: string]: OperationSpec } };
  components: { schemas: { [name: string]: Schema }; securitySchemes: { [name: string]: unknown } };
  [member: string]: unknown;
}

export interface CardInterface {
  method: string;
  url: string;
  auth: string;
}

export interface Card {
  name: string;
  description: string;
  url: string;
  interfaces: { http: { [name: string]: CardInterface }; mcp?: { [member: string]: unknown } };
  openapi: string;
  links: { [name: string]: string };
  monetization: { [member: string]: unknown };
  [member: string]: unknown;
}

export interface Profile {
  agent_classes: { id: string; fit: string; flow: string }[];
  [member: string]: unknown;
}

export type Link = { href: string; type?: string };
export type Catalog = { linkset: { anchor: string; [relation: string]: string | Link[] }[] };
