// The pack that takes as long as all others together: on a core of its own.
import { drawnTenth } from './drawn.ts';

drawnTenth(['ax']);
