import { type FormEvent, useEffect, useRef, useState } from 'react';
import { categories } from '#contract/categories.ts';
import { specimenFields } from '#contract/specimen-fields.ts';
import { randomId } from '#web/lib/storage.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { CameraIcon } from '#web/ui/tool-icons.tsx';
import { type PieceEntry, recorded, typingErrors } from './queue-rules.ts';
import { putFile, readFile, removeFile, StorageFull } from './show-queries.ts';
import { NO_ROOM, NOT_KEPT, useTypedEntry } from './use-typed-entry.ts';

const MAX_PICTURES = 12;

type Props = {
  begun: PieceEntry;
  onRecorded: () => void;
  onDiscard: () => void /** Whether what is typed now is worth keeping. */;
  isWorth: (entry: PieceEntry) => boolean;
  onBack: () => void;
};

/** A new piece, as much of it as one knows at the table: it becomes a hidden draft. */
export function PieceForm({ begun, onRecorded, onDiscard, isWorth, onBack }: Props) {
  const { entry, problem, setProblem, change, store, end } = useTypedEntry(begun);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is refused
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [errors]);
  const { typed } = entry;
  const field = (name: 'title' | 'category' | 'price' | 'catalogueNumber' | 'note') => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change(() => ({ [name]: target.value })),
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

  async function record(event: FormEvent) {
    event.preventDefault();
    const wrong = typingErrors(entry);
    setErrors(wrong ?? {});
    if (wrong === null && (await store(recorded(entry, Date.now())))) onRecorded();
  }

  return (
    <form ref={form} onSubmit={(event) => void record(event)} aria-label="New piece" noValidate className="mt-5 space-y-5">
      {begun.message !== null && (
        <p role="alert" className="border-l-4 border-bad pl-4 wrap-anywhere">
          {begun.message}
        </p>
      )}
      <div>
        {typed.pictures.length > 0 && (
          <ul aria-label="Pictures" className="mb-3 grid grid-cols-3 gap-2 sm:grid-cols-4">
            {typed.pictures.map((id, index) => (
              <TakenPicture
                key={id}
                entryKey={entry.key}
                id={id}
                name={`Picture ${index + 1}`}
                onRemove={() => {
                  change(({ pictures }) => ({ pictures: pictures.filter((one) => one !== id) }));
                  void removeFile(entry.key, id).catch(() => {});
                }}
              />
            ))}
          </ul>
        )}
        <label
          className={buttonClass('outline', 'min-h-16 w-full cursor-pointer text-lg! focus-within:outline-2 focus-within:outline-accent')}
        >
          <CameraIcon className="size-7" />
          {typed.pictures.length === 0 ? 'Take a picture' : 'One more picture'}
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
      <TextField label="Title" maxLength={specimenFields.title.max} className="min-h-14" {...field('title')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Price" prefix="$" inputMode="decimal" maxLength={20} className="min-h-14" {...field('price')} />
        <SelectField label="Category" className="min-h-14!" {...field('category')}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Catalogue number, if it has one"
        maxLength={specimenFields.catalogueNumber.max}
        className="min-h-12"
        {...field('catalogueNumber')}
      />
      <TextArea
        label="Notes"
        hint="For you alone: from whom, for how much, what to look up."
        maxLength={specimenFields.privateNotes.max}
        {...field('note')}
      />
      {problem !== null && (
        <p role="alert" className="border-l-4 border-bad pl-4">
          {problem}
        </p>
      )}
      <Button type="submit" className="min-h-16 w-full text-lg!">
        Keep the piece
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button
          look="outline"
          className="min-h-14"
          onClick={() => {
            if (isWorth(entry)) return onBack();
            end();
            onDiscard();
          }}
        >
          Later
        </Button>
        <Button
          look="danger"
          className="min-h-14"
          onClick={() => {
            end();
            onDiscard();
          }}
        >
          Discard
        </Button>
      </div>
    </form>
  );
}

function TakenPicture({ entryKey, id, name, onRemove }: { entryKey: string; id: string; name: string; onRemove: () => void }) {
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
      <IconButton label={`Remove ${name}`} onClick={onRemove} className="absolute! top-0 right-0 bg-ground/70">
        <CloseIcon />
      </IconButton>
    </li>
  );
}
