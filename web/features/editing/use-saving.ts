import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SpecimenDetail } from '#contract/specimens.ts';
import { forgetLists, savePictures, saveSpecimen } from './editing-queries.ts';
import { filesOf } from './picture-items.ts';
import { draftOf, editOf, type SpecimenDraft } from './specimen-draft.ts';
import { imagesEditOf, isRearranged, type PicturesDraft, withStored } from './stored-pictures.ts';
import { formWithFiles } from './upload-parts.ts';
import { useUpload } from './use-upload.ts';

export type Work = { draft: SpecimenDraft; pictures: PicturesDraft; stored: SpecimenDetail };

/** A film of which no still could be taken; nothing was saved. */
export class Unsendable extends Error {}

/**
 * Saves an edit in up to three calls: the fields, the new files, the arrangement of the pictures.
 * @param onStep told after each call that stood, so that a failing one is repeated from there and nothing is sent twice.
 */
export function useSaving(onStep: (work: Work) => void) {
  const queryClient = useQueryClient();
  const sending = useUpload();
  const [isSaving, setSaving] = useState(false);

  /** @throws ApiError (412 where another version was saved meanwhile), AbortError, TypeError, Unsendable. */
  async function save({ draft, pictures, stored }: Work): Promise<SpecimenDetail> {
    setSaving(true);
    try {
      const files = filesOf(pictures.items);
      const parts = await formWithFiles({ additional: files });
      if ('refused' in parts) throw new Unsendable(parts.refused);

      let current = await saveSpecimen(stored.id, editOf(draft, draftOf(stored)), stored.version);
      onStep({ draft, pictures, stored: current });
      let arranged = pictures;
      if (files.length > 0) {
        current = await sending.send<SpecimenDetail>(`/api/specimens/${stored.id}/images`, parts.form);
        arranged = { ...pictures, items: withStored(pictures.items, current) };
        onStep({ draft, pictures: arranged, stored: current });
      }
      if (isRearranged(arranged, current)) current = await savePictures(stored.id, imagesEditOf(arranged, current), current.version);
      await forgetLists(queryClient, current);
      return current;
    } finally {
      setSaving(false);
    }
  }

  return { save, isSaving, share: sending.share, cancel: sending.cancel };
}
