import path from 'node:path';

/** The folder of package.json. The built file lies two folders below it too: `dist/shop`. */
export const projectFolder = path.join(import.meta.dirname, '../..');
