import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

// Each worker has its own: a shop whose clock a test has put forward removes what it takes for leftovers of days ago.
process.env.TMPDIR = path.join(inject('runFolder'), `tmp-${process.env.VITEST_POOL_ID}`);
mkdirSync(process.env.TMPDIR, { recursive: true });
