// Run in a child process of its own: reads one OpenAPI document through the views, and says what that took.
import { readFileSync } from 'node:fs';
import type { ViewSource } from '../../src/contract/view.ts';
import { openapi } from '../../src/views/openapi/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';

const [file = '', type = ''] = process.argv.slice(2);
const source: ViewSource = {
  url: 'https://api.example/openapi',
  status: 200,
  headers: { 'content-type': type },
  bytes: readFileSync(file),
  truncated: false,
};
const answer = new AnswerReader(source);

const began = performance.now();
const reading = openapi(answer);
const milliseconds = performance.now() - began;
if (!reading.ok) throw new Error(`the document was not read: ${reading.code}`);
const { operations } = reading.value as { operations: unknown[] };
console.log(JSON.stringify({ milliseconds, operations: operations.length }));
