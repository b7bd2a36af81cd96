import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { NO_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import type { FormContents, SavedDraft } from '#core/web/catalogue/editing/drafts/draft-queries.ts';
import { OfferedDrafts } from '#core/web/catalogue/editing/drafts/offered-drafts.tsx';
import {
  COPY_HINT,
  COPY_LABEL,
  restoredFields,
} from '#core/web/catalogue/editing/drafts/restored.ts';
import {
  setFields,
  unsentWords,
  useSavedDraft,
} from '#core/web/catalogue/editing/drafts/use-saved-draft.ts';
import {
  AdditionalImages,
  MainImage,
  usePictures,
} from '#core/web/catalogue/editing/pictures/picture-fields.tsx';
import { filesOf, storedItems } from '#core/web/catalogue/editing/pictures/picture-items.ts';
import {
  isRearranged,
  picturesOf,
  restoredPictures,
} from '#core/web/catalogue/editing/pictures/stored-pictures.ts';
import {
  fetchSpecimen,
  invalidateLists,
} from '#core/web/catalogue/editing/saving/editing-queries.ts';
import { formWithFiles } from '#core/web/catalogue/editing/saving/upload-parts.ts';
import { UploadProgress } from '#core/web/catalogue/editing/saving/upload-progress.tsx';
import { useUpload } from '#core/web/catalogue/editing/saving/use-upload.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { toast } from '#ui/toast.ts';
import { useRestoredFocus } from '#ui/use-restored-focus.ts';
import { fileRefusalOf, showIssues, tellContested } from './form-issues.ts';
import { draftOf, emptyDraft, inputOf, type SpecimenDraft } from './specimen-draft.ts';
import { FormButtons, SpecimenForm } from './specimen-form.tsx';

const BANNER_MS = 5_000;

type Props = {
  initial?: SpecimenDraft;
  /** The new specimen takes its place and other pictures. */
  replaces?: SpecimenDetail;
};

/** Stores everything or nothing. */
export function UploadForm({ initial = emptyDraft, replaces }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm<SpecimenDraft>({ defaultValues: initial });
  const pictures = usePictures(storedItems(replaces?.additional ?? []));
  const isDone = useRef(false);
  const sending = useUpload();
  const [isPreparing, setPreparing] = useState(false);
  /** The replaced specimen as read last. */
  const [stored, setStored] = useState(replaces ?? null);
  const [stale, setStale] = useState<string | null>(null);
  const [added, setAdded] = useState<SpecimenDetail | null>(null);
  /** A banner must not go from under its focused link. */
  const [isHeld, setHeld] = useState(false);
  const holding = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) };
  const top = useRef<HTMLDivElement>(null);
  const { isDirty } = form.formState;
  const isBusy = isPreparing || sending.share !== null;
  const fields = useRestoredFocus<HTMLFieldSetElement>(isBusy);
  const hasWork = isDirty || pictures.files.length > 0;
  const saved = useSavedDraft({
    name: replaces ? `again ${replaces.id}` : 'upload',
    form,
    pictures: [pictures.main, pictures.additional],
    contents: () => (hasWork ? contents() : null),
  });

  function contents(): FormContents {
    const base = stored && { fields: draftOf(stored), version: stored.version };
    return {
      fields: form.getValues(),
      main: pictures.main,
      pictures: { items: pictures.additional },
      base,
    };
  }

  function takeBack(draft: SavedDraft) {
    if (stored) putOver(stored, draft);
    else {
      form.reset(emptyDraft);
      setFields(form, draft.fields);
      pictures.restore(draft.main, draft.pictures.items);
    }
    saved.adopt(draft);
  }

  function putOver(now: SpecimenDetail, { fields, main, pictures: given, base }: FormContents) {
    const inShop = draftOf(now);
    const { fields: merged, contested } = restoredFields(base?.fields ?? inShop, fields, inShop);
    form.reset(inShop);
    setFields(form, merged);
    pictures.restore(main, restoredPictures({ pictures: given, base }, now).items);
    setStored(now);
    setStale(null);
    tellContested(contested);
  }

  async function loadChanges(before: SpecimenDetail) {
    try {
      const now = await fetchSpecimen(before.id);
      const { base, ...mine } = contents();
      // Only new photos in the shop make its order win over the one here.
      const version = isRearranged(picturesOf(before), now) ? before.version : now.version;
      putOver(now, { ...mine, base: base && { ...base, version } });
      // The button goes away with what it said.
      form.setFocus('title');
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Couldn’t Load the Changes',
        description: messageOf(error),
      });
    }
  }

  useEffect(() => {
    if (!added || isHeld) return;
    const timer = setTimeout(() => setAdded(null), BANNER_MS);
    return () => clearTimeout(timer);
  }, [added, isHeld]);

  async function submit(draft: SpecimenDraft) {
    if (!pictures.main) {
      toast({ variant: 'destructive', title: 'No Main Image Selected', description: NO_IMAGE });
      pictures.askForMain();
      return;
    }
    setPreparing(true);
    pictures.refuse([]);
    setStale(null);
    try {
      const posters = await pictures.videos.postersOf(pictures.files);
      const remaining = pictures.additional.filter(({ source }) => source.kind === 'stored');
      const added = pictures.additional.filter(({ source }) => source.kind === 'file');
      const place = stored && {
        replaces: {
          id: stored.id,
          version: stored.version,
          visible: stored.visible,
          remaining: remaining.map(({ key, alt, light }) => ({ mediaId: key, alt, light })),
        },
      };
      const main = {
        file: pictures.main,
        data: { ...inputOf(draft), lights: added.map(({ light }) => light), ...place },
      };
      const parts = formWithFiles({ main, additional: filesOf(pictures.additional), posters });
      const sent = await sending.send('POST /api/specimens', parts, {});
      isDone.current = replaces !== undefined;
      const specimen = await pictures.videos.withLaterSent(sent, pictures.files, [
        sent.main,
        ...sent.additional.slice(remaining.length),
      ]);
      form.reset(emptyDraft);
      pictures.clear();
      await saved.forget();
      setAdded(specimen);
      top.current?.scrollIntoView();
      toast({
        title: 'Upload Successful',
        description: `${specimen.title} has been added to your collection`,
      });
      await invalidateLists(queryClient);
      if (replaces)
        await navigate({ to: '/specimen/$specimen', params: { specimen: String(specimen.id) } });
    } catch (error) {
      if (isCancelled(error))
        return toast({
          title: 'Upload Cancelled',
          description: 'Everything you typed and chose is still here.',
        });
      if (stored && problemCode(error) === 'changed_meanwhile') return setStale(messageOf(error));
      showIssues(form, error);
      const refusal = fileRefusalOf(error);
      if (refusal !== null) pictures.refuse([refusal]);
      toast({
        variant: 'destructive',
        title: 'Upload Failed',
        description: refusal ?? messageOf(error),
      });
    } finally {
      setPreparing(false);
    }
  }

  return (
    <>
      {/* The toast says it aloud. */}
      <div ref={top} className="scroll-mt-24">
        {added && (
          <p className="mt-6 bg-[#14583a] px-4 py-3 text-[#eafff3] wrap-anywhere">
            {added.title} has been added to your collection.{' '}
            <Link
              to="/specimen/$specimen"
              params={{ specimen: String(added.id) }}
              className="whitespace-nowrap text-[#eafff3] underline underline-offset-4"
              {...holding}
            >
              View it
            </Link>{' '}
            <Link
              to="/upload"
              search={{ copy: added.id }}
              title={COPY_HINT}
              className="whitespace-nowrap text-[#eafff3] underline underline-offset-4"
              {...holding}
            >
              {COPY_LABEL}
            </Link>
          </p>
        )}
      </div>
      <OfferedDrafts
        drafts={saved.offered}
        version={stored?.version}
        onTakeBack={takeBack}
        onDiscard={(draft) => void saved.discard(draft)}
      />
      <SpecimenForm
        form={form}
        mode="upload"
        label={pages.upload.title}
        fields={fields}
        isBusy={isBusy}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
        picture={<MainImage pictures={pictures} disabled={isBusy} />}
        photos={<AdditionalImages pictures={pictures} disabled={isBusy} />}
        missingPhotos={pictures.main ? [] : ['main image']}
        bar={
          <>
            {stored && stale !== null && (
              <div role="alert" className="mb-4 callout">
                <p>{stale}</p>
                <p className="mt-1 mb-3 text-sm text-quiet">
                  Load the changes: what you typed and chose here stays.
                </p>
                <Button look="outline" onClick={() => void loadChanges(stored)}>
                  Load changes
                </Button>
              </div>
            )}
            {sending.share !== null && <UploadProgress share={sending.share} />}
            <FormButtons submit={isBusy ? 'Uploading...' : 'Upload Specimen'} isBusy={isBusy}>
              {sending.share === null ? (
                <Link
                  {...(replaces
                    ? ({ to: '/edit/$id', params: { id: String(replaces.id) } } as const)
                    : ({ to: '/' } as const))}
                  className={buttonClass('outline')}
                >
                  Cancel
                </Link>
              ) : (
                <Button look="outline" onClick={sending.cancel}>
                  Cancel Upload
                </Button>
              )}
            </FormButtons>
          </>
        }
      />
      <LeaveGuard when={() => !isDone.current && (isBusy || hasWork)}>
        {isBusy
          ? 'The upload isn’t finished. Leaving stops it.'
          : unsentWords('This specimen isn’t uploaded yet', saved.missingFiles)}
      </LeaveGuard>
    </>
  );
}
