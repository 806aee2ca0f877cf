// Holds answers of the service against its own OpenAPI document, with a validator that the service does not use for that: status, media type, body.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { ERRORS } from '../../src/contract/errors.ts';
import type { Answer } from './ask.ts';

interface Response {
  description: string;
  content?: Record<string, unknown>;
  headers?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
}

const pointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const uri = (part: string): string => encodeURIComponent(pointer(part));

const FORMATS = {
  uri: (text: string): boolean => URL.canParse(text),
  'date-time': (text: string): boolean => new Date(text).toISOString() === text,
};

export class Contract {
  readonly #document: Described;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  /** Statuses that were seen, by `METHOD path`. */
  readonly seen = new Map<string, Set<string>>();

  constructor(document: unknown) {
    this.#document = document as Described;
    this.#ajv.addSchema(document as object, 'doc:openapi');
  }

  operations(): [string, Operation][] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    );
  }

  operation(name: string): Operation {
    const found = this.operations().find(([one]) => one === name);
    if (!found) throw new Error(`the contract has no ${name}`);
    return found[1];
  }

  /** Codes of problems that an operation declares, with their statuses. */
  problems(name: string): [string, number][] {
    return Object.entries(this.operation(name).responses).flatMap(([status, { description }]) =>
      [...description.matchAll(/(?:^| )([a-z][a-z-]+): /g)]
        .filter(([, code]) => Object.hasOwn(ERRORS, code!))
        .map(([, code]): [string, number] => [code!, Number(status)]),
    );
  }

  /** Fails unless the answer is one that the operation declares. */
  holds(name: string, answer: Answer): void {
    const [method, path] = name.split(' ') as [string, string];
    const { responses } = this.operation(name);
    const status = String(answer.status);
    const place = `${name} ${status}`;
    expect(Object.keys(responses), `${place}: ${answer.text.slice(0, 300)}`).to.include(status);
    this.seen.set(name, (this.seen.get(name) ?? new Set()).add(status));
    const { content } = responses[status]!;
    if (answer.bytes.length === 0) {
      if (!['204', '303', '304', '202'].includes(status)) expect(content, place).to.equal(undefined);
      return;
    }
    expect(Object.keys(content ?? {}), place).to.include(answer.type);
    const id = `doc:openapi#/paths/${uri(path)}/${method.toLowerCase()}/responses/${status}/content/${uri(answer.type)}/schema`;
    const validate = this.#ajv.getSchema(id);
    if (!validate) throw new Error(`no schema at ${id}`);
    const body: unknown = /json$/.test(answer.type) ? answer.json() : answer.text;
    const valid = validate(body);
    expect(valid ? [] : validate.errors, `${place} ${answer.text.slice(0, 200)}`).to.deep.equal([]);
  }
}
