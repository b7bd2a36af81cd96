import { useEffect, useState } from 'react';
import { categories } from '#core/contract/catalogue/categories.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { randomId } from '#ui/lib/storage.ts';
import { AmountTextField } from '#ui/likely-amount.tsx';
import { CameraIcon } from '#ui/tool-icons.tsx';
import type { PieceEntry } from './entries.ts';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import { putFile, readFile, removeFile, StorageFull } from './show-queries.ts';
import { NO_ROOM, NOT_KEPT, useTypedEntry } from './use-typed-entry.ts';

const MAX_PICTURES = 12;

export function PieceForm({ onRecorded, ...rest }: EntryFormProps<PieceEntry>) {
  const typing = useTypedEntry(rest.begun, onRecorded);
  const { entry, errors, change, setProblem } = typing;
  const { typed } = entry;
  const field = (name: 'title' | 'category' | 'catalogueNumber' | 'note') => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change(() => ({ [name]: target.value })),
  });

  async function add(files: File[]) {
    const added: string[] = [];
    try {
      for (const file of files.slice(0, MAX_PICTURES - typed.pictures.length)) {
        const id = randomId();
        await putFile(entry.key, id, file);
        added.push(id);
      }
    } catch (error) {
      setProblem(error instanceof StorageFull ? NO_ROOM : NOT_KEPT);
    }
    if (added.length > 0) change(({ pictures }) => ({ pictures: [...pictures, ...added] }));
  }

  return (
    <EntryForm name="New piece" action="Save piece" typing={typing} {...rest}>
      <div>
        {typed.pictures.length > 0 && (
          <ul aria-label="Photos" className="mb-3 grid grid-cols-3 gap-2 sm:grid-cols-4">
            {typed.pictures.map((id, index) => (
              <TakenPicture
                key={id}
                entryKey={entry.key}
                id={id}
                name={`Photo ${index + 1}`}
                onRemove={() => {
                  change(({ pictures }) => ({ pictures: pictures.filter((one) => one !== id) }));
                  void removeFile(entry.key, id).catch(() => {});
                }}
              />
            ))}
          </ul>
        )}
        <label
          className={buttonClass(
            'outline',
            'min-h-16 w-full cursor-pointer text-lg! focus-within:outline-2 focus-within:outline-accent',
          )}
        >
          <CameraIcon className="size-7" />
          {typed.pictures.length === 0 ? 'Take a photo' : 'Add a photo'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            className="sr-only"
            disabled={typed.pictures.length >= MAX_PICTURES}
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </label>
        {errors.pictures && (
          <p role="alert" className="mt-1.5 text-sm text-bad">
            {errors.pictures}
          </p>
        )}
      </div>
      <TextField
        label="Title"
        maxLength={specimenFields.title.max}
        className="min-h-14"
        {...field('title')}
      />
      <div className="grid grid-cols-2 gap-3">
        <AmountTextField
          label="Price"
          prefix="$"
          inputMode="decimal"
          maxLength={20}
          className="min-h-14"
          value={typed.price}
          error={errors.price}
          onType={(price) => change(() => ({ price }))}
        />
        <SelectField label="Category" className="min-h-14!" {...field('category')}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Catalog number, if any"
        maxLength={specimenFields.catalogueNumber.max}
        className="min-h-12"
        {...field('catalogueNumber')}
      />
      <TextArea
        label="Notes"
        hint="Only you see this: who it’s from, what you paid, what to look up."
        maxLength={specimenFields.privateNotes.max}
        {...field('note')}
      />
    </EntryForm>
  );
}

function TakenPicture({
  entryKey,
  id,
  name,
  onRemove,
}: {
  entryKey: string;
  id: string;
  name: string;
  onRemove: () => void;
}) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isCurrent = true;
    void readFile(entryKey, id).then(
      (file) => {
        if (!isCurrent || !file) return;
        made = URL.createObjectURL(file.blob);
        setSource(made);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [entryKey, id]);
  return (
    <li className="relative aspect-square bg-line">
      {source !== null && <img src={source} alt={name} className="size-full object-cover" />}
      <IconButton
        label={`Remove ${name}`}
        onClick={onRemove}
        className="absolute! top-0 right-0 bg-ground/70"
      >
        <CloseIcon />
      </IconButton>
    </li>
  );
}
