import type { NewCopyPlace } from '#features/copies/contract/copies.ts';
import { SelectField, TextField } from '#ui/field.tsx';

export const placeNames = [
  'address',
  'endpoint',
  'region',
  'accessKeyId',
  'secretAccessKey',
] as const;
export type PlaceKind = 'folder' | 'bucket';

type Typed = Record<(typeof placeNames)[number], string>;

export const checkPlace = (kind: PlaceKind, { address, accessKeyId, secretAccessKey }: Typed) => {
  const missing = (value: string, error: string) => (value.trim() === '' ? error : undefined);
  if (kind === 'folder') return { address: missing(address, 'Please enter the folder.') };
  return {
    address: missing(address, 'Please enter the bucket.'),
    accessKeyId: missing(accessKeyId, 'Please enter the access key.'),
    secretAccessKey: missing(secretAccessKey, 'Please enter the secret key.'),
  };
};

export function placeOf(
  kind: PlaceKind,
  { address, endpoint, region, accessKeyId, secretAccessKey }: Typed,
): NewCopyPlace {
  const typed = address.trim();
  if (kind === 'folder')
    return { address: typed, endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };
  return {
    address: typed.startsWith('s3://') ? typed : `s3://${typed}`,
    endpoint: endpoint.trim(),
    region: region.trim(),
    accessKeyId: accessKeyId.trim(),
    secretAccessKey: secretAccessKey.trim(),
  };
}

type Props = {
  kind: PlaceKind;
  onKind: (kind: PlaceKind) => void;
  errors: { [Name in keyof Typed]?: string | undefined };
  /** The first field has the focus, since the button that opened the form is gone. */
  autoFocus?: boolean;
};

export function PlaceFields({ kind, onKind, errors, autoFocus = false }: Props) {
  const field = (name: keyof Typed) => ({
    name,
    error: errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  return (
    <>
      <SelectField
        label="Kind of place"
        value={kind}
        autoFocus={autoFocus}
        onChange={({ target }) => onKind(target.value === 'bucket' ? 'bucket' : 'folder')}
      >
        <option value="folder">A folder: another disk, or a network share</option>
        <option value="bucket">A bucket: Amazon S3, Backblaze, Wasabi, MinIO…</option>
      </SelectField>
      {kind === 'folder' ? (
        <TextField
          key="folder"
          label="Folder"
          required
          maxLength={500}
          placeholder="/mnt/copies"
          hint="Its whole path on the shop’s machine."
          {...field('address')}
        />
      ) : (
        <>
          <TextField
            key="bucket"
            label="Bucket"
            required
            maxLength={500}
            placeholder="my-bucket/copies"
            hint="Its name, with a folder if you like."
            {...field('address')}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField
              label="Region"
              maxLength={60}
              placeholder="us-east-1"
              hint="Needed at Amazon."
              {...field('region')}
            />
            <TextField
              label="Store’s address"
              type="url"
              maxLength={300}
              placeholder="https://"
              hint="Only if it isn’t Amazon."
              {...field('endpoint')}
            />
            <TextField label="Access key" required maxLength={200} {...field('accessKeyId')} />
            <TextField
              label="Secret key"
              required
              maxLength={300}
              {...field('secretAccessKey')}
              type="password"
              autoComplete="new-password"
            />
          </div>
        </>
      )}
    </>
  );
}
