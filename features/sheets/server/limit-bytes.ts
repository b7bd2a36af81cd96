import { Transform } from 'node:stream';

export function limitBytes(max: number, error: () => Error): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > max) done(error());
      else done(null, chunk);
    },
  });
}
