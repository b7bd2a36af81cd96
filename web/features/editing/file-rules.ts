/** Which files a specimen takes, and how their size is written. The server looks at the contents; this tells the owner before he waits. */

/** For file inputs; a phone offers its camera beside its albums. */
export const ACCEPTED = 'image/jpeg,image/png,image/gif,video/mp4,video/quicktime,.jpg,.jpeg,.png,.gif,.mp4,.mov';
const MAX_BYTES = 50 * 1024 * 1024;

const kinds = { jpg: 'picture', jpeg: 'picture', png: 'picture', gif: 'picture', mp4: 'film', mov: 'film' } as const;
const types: Record<string, keyof typeof kinds> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** `312 bytes`, `12.3 KB`, `4.5 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What the file says it is, by its type or else its name; null for what a specimen does not take. */
export function kindOf({ name, type }: FileFacts): 'picture' | 'film' | null {
  const extension = types[type] ?? extensionOf(name);
  return extension in kinds ? kinds[extension as keyof typeof kinds] : null;
}

/** Why a file is refused, naming it; null for one that may be sent. */
export function refusalOf(file: FileFacts): string | null {
  const extension = extensionOf(file.name);
  if (kindOf(file) === null) {
    if (['heic', 'heif'].includes(extension))
      return `${file.name} is a HEIC picture. Please send it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible).`;
    return `${file.name} is not a picture or film that can be shown here. Please choose JPG, PNG, GIF, MP4 or MOV.`;
  }
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > MAX_BYTES) return `${file.name} is too large: ${formatFileSize(file.size)}. A file may have up to 50 MB.`;
  return null;
}
