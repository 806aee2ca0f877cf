// The worker in a checkout: TypeScript is loaded as tsx does it. Never part of what is built.
import { register } from 'tsx/esm/api';

register();
const worker = await import('./worker.ts');
export const { discover, changes, readSpec } = worker;
export default worker.default;
