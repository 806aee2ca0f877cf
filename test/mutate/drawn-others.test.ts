// Every other pack.
import { drawnTenth, PACKS } from './drawn.ts';

drawnTenth(PACKS.filter((name) => name !== 'ax'));
