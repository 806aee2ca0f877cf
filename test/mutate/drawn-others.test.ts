// Every other pack.
import { PACKS } from '../packs.ts';
import { drawnTenth } from './drawn.ts';

drawnTenth(PACKS.filter((name) => name !== 'ax'));
