// Puts the hooks in place before anything else is loaded.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
