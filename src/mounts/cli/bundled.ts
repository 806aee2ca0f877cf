// The packs that the command line finds by name are those of the house.
export { bundledNames, bundledPack, bundledWithDigest, openPack, packPath } from '../../run/bundled.ts';
