// Entry of the contained child (dist/contained.cjs): serves over its standard input and output, and does nothing else.
import { writeSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { pipePort } from './pipe-port.ts';
import { serve } from './serve.ts';

/** What the child finds around itself, for isolation(). */
function felt(): string {
  const permission = (process as { permission?: { has(scope: string, reference?: string): boolean } }).permission;
  const bound = permission !== undefined && !permission.has('fs.write') && !permission.has('child') && !permission.has('fs.read', '/etc');
  const alone = process.pid === 1 && Object.keys(networkInterfaces()).length === 0;
  return `up ${bound ? 'permission-model' : ''} ${alone ? 'namespaces' : ''}`;
}

if (process.argv.includes('--probe')) writeSync(1, felt());
else serve(pipePort);
