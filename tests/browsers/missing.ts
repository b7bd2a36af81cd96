/** `node tests/browsers/missing.ts firefox` prints what this machine lacks to open the shop in it, and nothing where it lacks nothing. */
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

const { missing } = process.argv[2] === 'firefox' ? firefox : webkit;
if (missing !== null) console.log(missing);
