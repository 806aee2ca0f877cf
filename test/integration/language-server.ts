// A language server for YAML as an editor talks to it: LSP over stdio, one request at a time.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { systemFile } from '../system-packages.ts';

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
  error?: { message: string };
}

export interface Position {
  line: number;
  character: number;
}

export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #read = Buffer.alloc(0);
  #last = 0;

  private constructor() {
    this.#process = spawn(process.execPath, [systemFile('yaml-language-server', 'bin/yaml-language-server'), '--stdio']);
    this.#process.stdout.on('data', (chunk: Buffer) => {
      this.#read = Buffer.concat([this.#read, chunk]);
      for (let message = this.#next(); message; message = this.#next()) this.#take(message);
    });
  }

  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    const capabilities = {
      textDocument: { hover: { contentFormat: ['markdown'] }, completion: { completionItem: { documentationFormat: ['markdown'] } } },
    };
    await server.#ask('initialize', { processId: process.pid, rootUri: null, capabilities });
    server.#send({ method: 'initialized', params: {} });
    server.#send({ method: 'workspace/didChangeConfiguration', params: { settings: { yaml: { schemaStore: { enable: false } } } } });
    return server;
  }

  #next(): Message | undefined {
    const end = this.#read.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/i.exec(this.#read.subarray(0, Math.max(0, end)).toString('latin1'))?.[1]);
    if (end < 0 || this.#read.length < end + 4 + length) return undefined;
    const body = this.#read.subarray(end + 4, end + 4 + length).toString('utf8');
    this.#read = this.#read.subarray(end + 4 + length);
    return JSON.parse(body) as Message;
  }

  #take(message: Message): void {
    if (message.method === undefined) this.#waiting.get(message.id ?? -1)?.(message);
    // What it asks of the editor is answered with nothing: it goes by what it was told.
    else if (message.id !== undefined) this.#send({ id: message.id, result: (message.params?.items ?? []).map(() => null) });
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result)));
      this.#send({ id, method, params });
    });
  }

  open(file: string, text: string): string {
    const uri = pathToFileURL(file).href;
    this.#send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
    return uri;
  }

  /** Labels of what could stand there. */
  async completions(uri: string, position: Position): Promise<string[]> {
    const answer = (await this.#ask('textDocument/completion', { textDocument: { uri }, position })) as { items: { label: string }[] };
    return answer.items.map(({ label }) => label);
  }

  /** What is said of what stands there, as Markdown. */
  async hover(uri: string, position: Position): Promise<string> {
    const answer = (await this.#ask('textDocument/hover', { textDocument: { uri }, position })) as { contents: { value: string } } | null;
    return answer?.contents.value ?? '';
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.#ask('shutdown', {});
    this.#send({ method: 'exit' });
    await ended;
  }
}
