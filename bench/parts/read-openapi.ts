// Run in a child process of its own: reads one OpenAPI document through the views, and says what that took.
import { readFileSync } from 'node:fs';
import type { Reading, ReadOther, View, ViewSource } from '../../src/contract/view.ts';
import { json } from '../../src/views/json.ts';
import { openapi } from '../../src/views/openapi/view.ts';
import { yaml } from '../../src/views/yaml.ts';

const [file = '', type = ''] = process.argv.slice(2);
const source: ViewSource = {
  url: 'https://api.example/openapi',
  status: 200,
  headers: { 'content-type': type },
  bytes: readFileSync(file),
  truncated: false,
};
const views: Record<string, View> = { json, yaml };
const readings = new Map<string, Reading>();
const read: ReadOther = (name) => {
  const reading = readings.get(name) ?? views[name]!(source, read);
  readings.set(name, reading);
  return reading;
};

const began = performance.now();
const reading = openapi(source, read);
const milliseconds = performance.now() - began;
if (!reading.ok) throw new Error(`the document was not read: ${reading.code}`);
const { operations } = reading.value as { operations: unknown[] };
console.log(JSON.stringify({ milliseconds, operations: operations.length }));
