import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import {
  draftOf,
  editOf,
  type SpecimenDraft,
} from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { filesOf } from '#core/web/catalogue/editing/pictures/picture-items.ts';
import {
  imagesEditOf,
  isRearranged,
  type PicturesDraft,
  withFollowedTitle,
  withStored,
} from '#core/web/catalogue/editing/pictures/stored-pictures.ts';
import type { Videos } from '#core/web/catalogue/editing/pictures/use-videos.ts';
import { invalidateLists, savePictures, saveSpecimen } from './editing-queries.ts';
import { formWithFiles } from './upload-parts.ts';
import { useUpload } from './use-upload.ts';

/** `stored`: the version that the form began with. */
export type Work = { draft: SpecimenDraft; pictures: PicturesDraft; stored: SpecimenDetail };

/**
 * @param onStep called after each of up to three calls, so that a retry goes on from there and
 * sends nothing twice.
 */
export function useSaving(
  onStep: (work: Work) => void,
  { postersOf, withLaterSent }: Pick<Videos, 'postersOf' | 'withLaterSent'>,
) {
  const queryClient = useQueryClient();
  const sending = useUpload();
  const [isSaving, setSaving] = useState(false);

  /**
   * @throws ApiError (412 where another version was saved), AbortError, ChangedFile, TypeError,
   * Unsendable.
   */
  async function save({ draft, pictures, stored }: Work): Promise<void> {
    const { id } = stored;
    let work: Work = { draft, pictures, stored };
    const advance = (current: SpecimenDetail, arranged: PicturesDraft) => {
      work = { draft, pictures: arranged, stored: current };
      onStep(work);
    };
    setSaving(true);
    try {
      const files = filesOf(pictures.items);
      const form = formWithFiles({ additional: files, posters: await postersOf(files) });

      const edited = await saveSpecimen(id, editOf(draft, draftOf(stored)), stored.version);
      advance(edited, withFollowedTitle(pictures, stored, edited));
      if (files.length > 0) {
        const current = await sending.send('POST /api/specimens/:id/images', form, {
          params: { id },
        });
        const known = new Set([edited.main, ...edited.additional].map((medium) => medium.id));
        advance(current, { ...work.pictures, items: withStored(work.pictures, current) });
        const added = current.additional.filter((medium) => !known.has(medium.id));
        advance(await withLaterSent(current, files, added), work.pictures);
      }
      if (isRearranged(work.pictures, work.stored)) {
        const arrangement = imagesEditOf(work.pictures, work.stored);
        advance(await savePictures(id, arrangement, work.stored.version), work.pictures);
      }
    } finally {
      if (work.stored !== stored) await invalidateLists(queryClient, work.stored);
      setSaving(false);
    }
  }

  return { save, isSaving, share: sending.share, cancel: sending.cancel };
}
