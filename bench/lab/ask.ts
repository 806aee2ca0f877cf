// One request to the service under test, and how long its answer took. It decides nothing about the answer.
export interface Answered {
  status: number;
  ms: number;
  bytes: Buffer;
  headers: Headers;
  /** Of a problem document. */
  code: string | undefined;
}

const codeOf = (bytes: Buffer): string | undefined => {
  try {
    return (JSON.parse(bytes.toString('utf8')) as { code?: string }).code;
  } catch {
    return undefined;
  }
};

export async function ask(url: string, init: RequestInit = {}): Promise<Answered> {
  const began = performance.now();
  const answer = await fetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const code = answer.status < 400 ? undefined : codeOf(bytes);
  return { status: answer.status, ms: performance.now() - began, bytes, headers: answer.headers, code };
}

export const post = (url: string, body: unknown, { headers, ...init }: RequestInit = {}): Promise<Answered> =>
  ask(url, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** No answer at all is an answer too, of status 0. */
export const tried = (answer: Promise<Answered>): Promise<Answered> =>
  answer.catch((error: unknown) => ({ status: 0, ms: 0, bytes: Buffer.alloc(0), headers: new Headers(), code: String(error) }));

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
