import path from 'node:path';
import { expect, test } from 'vitest';
import { readDemoData } from '#core/server/transfer/demo/demo-data.ts';
import { MAX_TURN_BYTES } from '#features/turns/contract/turn-limits.ts';
import { root } from '#tests/support/imports.ts';

test('no turn of the demo has more bytes than a turn may have', async () => {
  const { videos } = await readDemoData(path.join(root, 'demo'));
  const sizes = videos.flatMap(({ turn }) => (turn ? [turn.file.bytes] : []));
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_TURN_BYTES);
});
