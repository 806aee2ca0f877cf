// Structural faults of a document: the closed table of codes and the bounded list. Messages never quote the document.

export const PROBLEMS = {
  'bad-version-string': 'the version string is not written as the specification asks (such as "3.1.0", in quotes)',
  'missing-info': 'the document has no info object',
  'missing-title': 'info has no title',
  'missing-version': 'info has no version',
  'missing-paths': 'the document has no paths (from 3.1 on: none of paths, components and webhooks)',
  'missing-member': 'a member that the specification requires is missing',
  'unknown-member': 'the specification knows no such member here; extensions begin with x-',
  'wrong-type': 'the member has not the type that the specification gives it',
  'wrong-value': 'the member has none of the values that the specification lists',
  'bad-component-name': 'a component name may hold only letters, digits, ".", "-" and "_"',
  'path-without-slash': 'a path must begin with "/"',
  'path-with-query': 'a path must hold neither a query nor a fragment',
  'bad-template': 'the braces of the path do not pair',
  'template-repeated': 'the path names the same parameter twice',
  'duplicate-template': 'another path differs from this one in parameter names only',
  'path-parameter-undeclared': 'the path names a parameter that neither the path item nor the operation declares',
  'path-parameter-unused': 'a path parameter is declared that the path does not name',
  'path-parameter-not-required': 'a path parameter must say required: true',
  'duplicate-parameter': 'the same parameter is declared twice in one list',
  'parameter-without-schema': 'a parameter must have exactly one of schema and content',
  'no-responses': 'the operation declares no responses',
  'bad-status-key': 'a key of responses must be a status code, a range such as 4XX, or default',
  'response-without-description': 'a response must have a description',
  'duplicate-operation-id': 'another operation has the same operationId',
  'unresolved-ref': 'the reference leads nowhere in this document',
  'remote-ref': 'the reference leaves this document; it was not followed',
  'ref-cycle': 'the reference leads back to itself',
  'undefined-security-scheme': 'a security requirement names a scheme that is not defined',
  'bad-security': 'security must be a list of objects',
  'bad-server-url': 'the server URL does not make an absolute http or https URL',
  'empty-host': 'the host is empty; clients take the one that the document lies on',
  'server-variable-undefined': 'the server URL names a variable that is not defined',
  'server-variable-without-default': 'a server variable must have a default',
  'server-variable-default-not-listed': 'the default of a server variable is not in its enum',
  'too-many-problems': 'there are more problems than are listed',
} as const;

export type OpenApiProblemCode = keyof typeof PROBLEMS;
export interface OpenApiProblem {
  code: OpenApiProblemCode;
  place: string;
  message: string;
}

const MOST = 200;
const MOST_OF_ONE = 25;

/** Collects problems: the first few of each code, so that one repeated mistake hides no other. */
export class Problems {
  private readonly list: OpenApiProblem[] = [];
  private readonly counts = new Map<OpenApiProblemCode, number>();
  private readonly seen = new Set<string>();
  private left = 0;

  /** `place` may be a function where making it costs something. */
  add(code: OpenApiProblemCode, place: string | (() => string)): void {
    const count = this.counts.get(code) ?? 0;
    if (count >= MOST_OF_ONE || this.list.length >= MOST) {
      this.left++;
      return;
    }
    const where = typeof place === 'string' ? place : place();
    const key = `${code} ${where}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.counts.set(code, count + 1);
    this.list.push({ code, place: where, message: PROBLEMS[code] });
  }

  all(): OpenApiProblem[] {
    if (this.left === 0) return this.list;
    return [...this.list, { code: 'too-many-problems', place: '', message: PROBLEMS['too-many-problems'] }];
  }
}
