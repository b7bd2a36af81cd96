/** The server checks the contents; this spares the admin the wait. */
import { MAX_FILE_BYTES, MAX_FILE_MB } from '#core/contract/file-size.ts';

/** A phone offers its camera beside its albums. */
export const PICTURES_ACCEPTED =
  'image/jpeg,image/png,image/gif,image/webp,image/avif,image/heic,image/heif,.jpg,.jpeg,.png,.gif,.webp,.avif,.heic,.heif';
export const ACCEPTED = `${PICTURES_ACCEPTED},video/mp4,video/quicktime,.mp4,.mov`;
export const ACCEPTED_LABEL = 'JPG, PNG, GIF, WebP, AVIF, HEIC, MP4 or MOV';
export const MAX_SIZE_LABEL = `up to ${MAX_FILE_MB} MB`;

const extensions = { picture: /^(jpe?g|png|gif|webp|avif|hei[cf])$/, video: /^(mp4|mov)$/ };
const types = {
  picture: /^image\/(jpeg|png|gif|webp|avif|hei[cf])$/,
  video: /^video\/(mp4|quicktime)$/,
};

/** `312 bytes`, `12.3 KB`, `4.5 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Goes by type, else by name; null for what a specimen does not take. */
export function kindOf({ name, type }: FileFacts): 'picture' | 'video' | null {
  const extension = extensionOf(name);
  return (
    (['picture', 'video'] as const).find(
      (kind) => types[kind].test(type) || extensions[kind].test(extension),
    ) ?? null
  );
}

/** Names the file; null where it may be sent. */
export function refusalOf(file: FileFacts): string | null {
  if (kindOf(file) === null) return `We can’t use ${file.name}. Please choose ${ACCEPTED_LABEL}.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size <= MAX_FILE_BYTES) return null;
  const size = formatFileSize(file.size);
  // A few bytes too many do not show in the rounded size.
  return `${file.name} is too large${size === formatFileSize(MAX_FILE_BYTES) ? '' : `: ${size}`}. Files can be ${MAX_SIZE_LABEL}.`;
}
