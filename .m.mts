import { run } from './src/run/run.ts';
import { loadFixture } from './src/transport/fixture/load.ts';
import { fixture } from './src/transport/fixture/transport.ts';
