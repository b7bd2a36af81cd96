import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#core/contract/durations.ts';
import { MAX_FILE_BYTES, MAX_FILE_MB } from '#core/contract/file-size.ts';
import { Problem } from '#core/contract/problems.ts';
import type { App } from './app-type.ts';
import { allowSlowBodies } from './body-deadline.ts';

/** Bytes of a field that is no file. */
const MAX_FIELD_BYTES = 512 * 1024;
const MAX_NAME_LENGTH = 100;

/**
 * `index` counts the parts of the same name from 0; `name` is the sender's file name, safe to show.
 */
export type UploadedFile = {
  part: string;
  index: number;
  name: string;
  localPath: string;
  size: number;
  sha256: string;
};

export type Form = {
  files: UploadedFile[];
  fields: Map<string, string>;
  folder: string;
  /** Aborted when the client disconnects. Its reason is a Problem. */
  signal: AbortSignal;
  [Symbol.asyncDispose](): Promise<void>;
};

export type FormShape = {
  files: Record<string, number>;
  fields: readonly string[];
};

export function formRoutes(app: App, routes: (scope: App) => void): void {
  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => {
      throw notMultipart();
    });
    await scope.register(multipart, { throwFileSizeLimit: false });
    routes(scope);
  });
}

/**
 * Reads even a wrong form to its end: a browser reads no response before it has sent everything.
 * Use it with `await using`, and return the body instead of sending it, so the files are gone by
 * then.
 * @param uploads has the temporary folder.
 * @throws Problem too_large, bad_request or unsupported_type if the form does not fit the shape.
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { uploads, now, ...shape }: FormShape & { uploads: string; now: Date },
): Promise<Form> {
  if (!request.isMultipart()) throw notMultipart();
  const disconnected = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished)
      disconnected.abort(new Problem('bad_request', 'The upload was cancelled.'));
  });
  await removeLeftovers(uploads, now);
  const folder = path.join(uploads, randomUUID());
  await mkdir(folder, { recursive: true });
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return {
      ...(await readParts(request, shape, folder)),
      folder,
      signal: disconnected.signal,
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function readParts(
  request: FastifyRequest,
  shape: FormShape,
  folder: string,
): Promise<Pick<Form, 'files' | 'fields'>> {
  const files: UploadedFile[] = [];
  const fields = new Map<string, string>();
  let failure: unknown = null;
  const maxFiles = Object.values(shape.files).reduce((sum, count) => sum + count, 0);
  // One more of each than is allowed, so the error can name what is too much.
  const limits = {
    fileSize: MAX_FILE_BYTES,
    fieldSize: MAX_FIELD_BYTES,
    files: maxFiles + 1,
    fields: shape.fields.length + 1,
    parts: maxFiles + 10,
  };
  const isPartAFile = (name?: string) => name !== undefined && Object.hasOwn(shape.files, name);
  try {
    for await (const part of request.parts({ isPartAFile, limits })) {
      try {
        if (part.type === 'field') readField(part, fields, shape);
        else if (failure === null) files.push(await saveFile(part, files, shape, folder));
        else await drain(part.file);
      } catch (error) {
        failure ??= error;
      }
    }
  } catch {
    // The parser's own errors: no boundary, a truncated body, too many parts.
    failure ??= truncated();
  }
  if (failure !== null) throw failure;
  return { files, fields };
}

type FilePart = {
  fieldname: string;
  filename?: string;
  file: AsyncIterable<Buffer> & { truncated: boolean };
};

async function saveFile(
  part: FilePart,
  before: UploadedFile[],
  shape: FormShape,
  folder: string,
): Promise<UploadedFile> {
  const index = before.filter((file) => file.part === part.fieldname).length;
  const localPath = path.join(folder, `${before.length}.upload`);
  const written = await write(part.file, localPath);
  const name = readable(part.filename ?? '');
  const file = { part: part.fieldname, index, name };
  const max = shape.files[part.fieldname] ?? 0;
  if (index >= max) {
    throw new Problem(
      'bad_request',
      max === 1 ? onlyOne(part.fieldname) : `You can send up to ${max} files.`,
      {
        file,
      },
    );
  }
  if (part.file.truncated) {
    throw new Problem(
      'too_large',
      `“${name}” is too large. Files can be up to ${MAX_FILE_MB} MB.`,
      { file },
    );
  }
  return { ...file, localPath, ...written };
}

async function write(
  chunks: AsyncIterable<Buffer>,
  localPath: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let failure: unknown = null;
  const handle = await open(localPath, 'wx').catch((error: unknown) => {
    failure = error;
  });
  try {
    for await (const chunk of chunks) {
      if (failure !== null) continue;
      hash.update(chunk);
      size += chunk.length;
      await handle?.writeFile(chunk).catch((error: unknown) => {
        failure = error;
      });
    }
  } catch {
    failure ??= truncated();
  } finally {
    await handle?.close();
  }
  if (failure !== null) throw failure;
  return { size, sha256: hash.digest('hex') };
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

const onlyOne = (name: string) => `There can be only one “${name}”.`;

type FieldPart = { fieldname: string | undefined; value: unknown; valueTruncated: boolean };

function readField(
  { fieldname, value, valueTruncated }: FieldPart,
  fields: Map<string, string>,
  shape: FormShape,
): void {
  if (fieldname === undefined)
    throw new Problem('bad_request', 'The form has a part without a name.');
  if (!shape.fields.includes(fieldname))
    throw new Problem('bad_request', `The form has an unknown part “${readable(fieldname)}”.`);
  if (fields.has(fieldname)) throw new Problem('bad_request', onlyOne(fieldname));
  if (valueTruncated) throw new Problem('too_large', `“${fieldname}” is too long.`);
  // A part with a JSON content type has been parsed already.
  fields.set(fieldname, typeof value === 'string' ? value : JSON.stringify(value));
}

/** One line of bounded length, safe to show. */
function readable(name: string): string {
  const line = name.toWellFormed().replace(/\p{C}/gu, '').trim();
  return (
    (Array.from(line).length > MAX_NAME_LENGTH
      ? `${Array.from(line).slice(0, MAX_NAME_LENGTH).join('')}…`
      : line) || 'file'
  );
}

async function removeLeftovers(uploads: string, now: Date): Promise<void> {
  const names = await readdir(uploads).catch(() => []);
  for (const name of names) {
    const folder = path.join(uploads, name);
    const found = await stat(folder).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > DAY_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

const truncated = () =>
  new Problem('bad_request', 'The form was incomplete. Please send it again.');

const notMultipart = () =>
  new Problem(
    'unsupported_type',
    'The body must be a form with files (Content-Type: multipart/form-data).',
  );
