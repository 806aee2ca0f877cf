// The prober in a checkout: TypeScript is loaded as tsx does it. Never part of what is built.
import { register } from 'tsx/esm/api';

register();
export default (await import('./prober.ts')).default;
