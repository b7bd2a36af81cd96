import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type FieldName, specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { isDraft } from '#core/contract/catalogue/statuses.ts';
import type { SpecimenField } from '#core/contract/field-kinds.ts';
import type { Video } from '#core/contract/media/media.ts';
import type { SavedDraft } from '#core/web/catalogue/editing/drafts/draft-queries.ts';
import { OfferedDrafts } from '#core/web/catalogue/editing/drafts/offered-drafts.tsx';
import { restoredFields } from '#core/web/catalogue/editing/drafts/restored.ts';
import {
  setFields,
  unsentWords,
  useSavedDraft,
} from '#core/web/catalogue/editing/drafts/use-saved-draft.ts';
import { CurrentImage, EditPictures } from '#core/web/catalogue/editing/pictures/edit-pictures.tsx';
import { filesOf } from '#core/web/catalogue/editing/pictures/picture-items.ts';
import {
  describePictures,
  isRearranged,
  mainOf,
  type PicturesDraft,
  picturesOf,
  restoredPictures,
  withFollowedTitle,
  withMain,
  withPoster,
  withStoredMedia,
  withVideo,
} from '#core/web/catalogue/editing/pictures/stored-pictures.ts';
import { useMissingPosters } from '#core/web/catalogue/editing/pictures/use-missing-posters.ts';
import { useVideos } from '#core/web/catalogue/editing/pictures/use-videos.ts';
import { differentFields } from '#core/web/catalogue/editing/saving/differences.ts';
import { invalidateLists } from '#core/web/catalogue/editing/saving/editing-queries.ts';
import { UploadProgress } from '#core/web/catalogue/editing/saving/upload-progress.tsx';
import { useSaving, type Work } from '#core/web/catalogue/editing/saving/use-saving.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConflictChoice } from '#ui/conflict-choice.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { messageOf, problemIn } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { type Difference, differencesOf, mergeVersions, type Side } from '#ui/lib/differences.ts';
import { toast } from '#ui/toast.ts';
import { useRestoredFocus } from '#ui/use-restored-focus.ts';
import { fileRefusalOf, showIssues, tellContested } from './form-issues.ts';
import { draftOf, type SpecimenDraft } from './specimen-draft.ts';
import { FormButtons, SpecimenForm } from './specimen-form.tsx';

type Part = FieldName | 'pictures';

type Props = {
  specimen: SpecimenDetail;
  next?: { label: string; go: () => Promise<void> } | undefined;
  before?: { name: string; fields: Partial<SpecimenDraft> } | undefined;
};

/** `specimen` is what the form begins with; later versions come only through conflicts. */
export function EditForm({ specimen, next, before }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(specimen);
  const [pictures, setPictures] = useState(() => picturesOf(specimen));
  const [refused, setRefused] = useState<string[]>([]);
  const [conflict, setConflict] = useState<{
    mine: Work;
    theirs: SpecimenDetail;
    differences: Difference<Part>[];
  } | null>(null);
  const isDone = useRef(false);
  const reached = useRef<Work | null>(null);
  const form = useForm<SpecimenDraft>({ defaultValues: draftOf(specimen) });
  const { isDirty } = form.formState;
  const isOneOfMany = next !== undefined;
  useEffect(() => {
    if (isOneOfMany) form.setFocus('title', { shouldSelect: true });
  }, [form, isOneOfMany]);
  const path = { to: '/specimen/$specimen', params: { specimen: String(specimen.id) } } as const;

  const adopt = (work: Work) => {
    reached.current = work;
    setStored(work.stored);
    setPictures(work.pictures);
    form.reset(draftOf(work.stored));
    setFields(form, work.draft);
  };
  useMissingPosters([stored.main, ...stored.additional], (videoId, poster) => {
    const changed = withPoster(stored, videoId, poster);
    setStored(changed);
    setPictures({ ...pictures, items: withStoredMedia(pictures.items, changed) });
    void invalidateLists(queryClient, changed);
    toast({ title: 'Still Photo Added', description: 'It’s shown until the video plays.' });
  });
  const changeVideo = (videoId: string, change: (video: Video) => Video) => {
    const changed = withVideo(stored, videoId, change);
    setStored(changed);
    setPictures({ ...pictures, items: withStoredMedia(pictures.items, changed) });
    void invalidateLists(queryClient, changed);
  };
  // As it began: the form does not change under the hands that switch it to visible.
  const isShort = isDraft(specimen);
  const main = mainOf(pictures, stored);
  const canChangeMain = isDraft(stored);
  const videos = useVideos(filesOf(pictures.items));
  const hasWork = () => isDirty || isRearranged(pictures, stored);
  const saved = useSavedDraft({
    name: `edit ${specimen.id}`,
    form,
    pictures,
    contents: () => {
      if (isDone.current || !hasWork()) return null;
      return {
        fields: form.getValues(),
        main: null,
        pictures,
        base: { fields: draftOf(stored), version: stored.version },
      };
    },
  });

  function takeBack(draft: SavedDraft) {
    const { fields, contested } = restoredFields(
      draft.base?.fields ?? draft.fields,
      draft.fields,
      draftOf(stored),
    );
    setFields(form, fields);
    setPictures(restoredPictures(draft, stored));
    saved.adopt(draft);
    tellContested(contested);
  }
  const saving = useSaving(adopt, videos);
  const fields = useRestoredFocus<HTMLFieldSetElement>(saving.isSaving);

  async function save(work: Work): Promise<void> {
    reached.current = work;
    setRefused([]);
    try {
      await saving.save(work);
      isDone.current = true;
      await saved.forget();
      toast({
        title: 'Specimen Updated',
        description: 'The specimen has been successfully updated',
      });
      await (next ? next.go() : navigate(path));
      // The form took the focused button with it.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      if (isCancelled(error))
        return toast({ title: 'Upload Cancelled', description: 'The new files aren’t saved yet.' });
      const theirs = problemIn(error, 'changed_meanwhile')?.specimen;
      if (theirs) return choose(reached.current ?? work, theirs);
      showIssues(form, error);
      const refusal = fileRefusalOf(error);
      if (refusal !== null) setRefused([refusal]);
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: refusal ?? messageOf(error),
      });
    }
  }

  /** Saves again without asking where both versions are the same. */
  async function choose(work: Work, theirs: SpecimenDetail) {
    const mine = { ...work, pictures: withFollowedTitle(work.pictures, work.stored, theirs) };
    const differences: Difference<Part>[] = [
      ...differentFields({ base: draftOf(mine.stored), mine: mine.draft, theirs: draftOf(theirs) }),
      ...differencesOf(
        ['pictures' as const],
        (_, pictures: PicturesDraft) => describePictures(pictures),
        {
          base: withFollowedTitle(picturesOf(mine.stored), mine.stored, theirs),
          mine: mine.pictures,
          theirs: picturesOf(theirs),
        },
      ),
    ];
    if (differences.length === 0) return save({ ...mine, stored: theirs });
    setConflict({ mine, theirs, differences });
  }

  async function resolve(choices: ReadonlyMap<Part, Side>) {
    if (!conflict) return;
    const { mine, theirs } = conflict;
    const fields = new Map(
      [...choices].filter((choice): choice is [FieldName, Side] => choice[0] !== 'pictures'),
    );
    const draft = mergeVersions(mine.draft, draftOf(theirs), fields);
    const work = {
      draft,
      pictures: choices.get('pictures') === 'theirs' ? picturesOf(theirs) : mine.pictures,
      stored: theirs,
    };
    setConflict(null);
    adopt(work);
    await save(work);
  }

  const invalid = (errors: typeof form.formState.errors) =>
    toast({
      variant: 'destructive',
      title: 'Validation Error',
      description: Object.values(errors)[0]?.message ?? specimenFields.title.missing.edit,
    });

  return (
    <>
      {!conflict && (
        <OfferedDrafts
          drafts={saved.offered}
          version={stored.version}
          onTakeBack={takeBack}
          onDiscard={(draft) => void saved.discard(draft)}
        />
      )}
      {conflict ? (
        <ConflictChoice
          title="This specimen has changed"
          differences={conflict.differences}
          labelOf={(part) => (part === 'pictures' ? 'Additional photos' : shortLabelOf(part))}
          onResolve={(choices) => void resolve(choices)}
          onBack={() => setConflict(null)}
        />
      ) : (
        <SpecimenForm
          form={form}
          mode="edit"
          isShort={isShort}
          before={before}
          label="Edit Specimen"
          fields={fields}
          isBusy={saving.isSaving}
          onSubmit={(event) =>
            void form.handleSubmit((draft) => save({ draft, pictures, stored }), invalid)(event)
          }
          picture={<CurrentImage main={main} specimenId={stored.id} isFixed={!canChangeMain} />}
          photos={
            <EditPictures
              main={main}
              pictures={pictures}
              onChange={setPictures}
              onMain={canChangeMain ? (key) => setPictures(withMain(pictures, key, stored)) : null}
              videos={videos}
              onVideo={changeVideo}
              refused={refused}
              onRefused={setRefused}
              disabled={saving.isSaving}
            />
          }
          missingPhotos={pictures.mainAlt.trim() === '' ? ['alt text'] : []}
          bar={
            <>
              {saving.share !== null && <UploadProgress share={saving.share} />}
              <FormButtons
                submit={saving.isSaving ? 'Saving...' : (next?.label ?? 'Save Changes')}
                isBusy={saving.isSaving}
              >
                {saving.share === null ? (
                  <Link {...path} className={buttonClass('outline')}>
                    Cancel
                  </Link>
                ) : (
                  <Button look="outline" onClick={saving.cancel}>
                    Cancel Upload
                  </Button>
                )}
              </FormButtons>
            </>
          }
        />
      )}
      <LeaveGuard when={() => !isDone.current && (saving.isSaving || hasWork())}>
        {unsentWords('Your changes aren’t saved yet', saved.missingFiles)}
      </LeaveGuard>
    </>
  );
}

function shortLabelOf(name: FieldName): string {
  const field: SpecimenField = specimenFields[name];
  return field.shortLabel ?? field.label;
}
