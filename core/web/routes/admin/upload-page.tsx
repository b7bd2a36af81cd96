import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { COPY_HINT, copyOf } from '#core/web/catalogue/editing/drafts/restored.ts';
import { draftOf } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { UploadForm } from '#core/web/catalogue/editing/form/upload-form.tsx';
import { specimenToEdit } from '#core/web/catalogue/editing/saving/editing-queries.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';
import { ToMainPage } from './back-links.tsx';

const uploadRoute = getRouteApi('/frame/upload');

export default function UploadPage() {
  const { copy, again } = uploadRoute.useSearch() as { copy?: unknown; again?: unknown };
  const replaced = wholeNumber(again, 9) ?? null;
  const copied = replaced ?? wholeNumber(copy, 9) ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 max-sm:text-sm">
        <h1 className="page-title max-sm:text-xl">{pages.upload.title}</h1>
        <ToMainPage />
      </div>
      {copied === null ? (
        <UploadForm key="new" />
      ) : (
        <Copy key={copied} of={copied} isReplacing={replaced !== null} />
      )}
    </>
  );
}

function Copy({ of, isReplacing }: { of: number; isReplacing: boolean }) {
  const { data, error } = useQuery(specimenToEdit(of));
  // After a login in between it is fetched again, and what was typed must stay.
  const [first, setFirst] = useState<SpecimenDetail | null>(null);
  if (data && first === null) setFirst(data);
  if (first && isReplacing) {
    return (
      <>
        <p className="mt-3 max-w-prose text-quiet wrap-anywhere">
          This replaces “{first.title}”. Choose the new main image. All facts and other photos are
          already here, and the number, collections, waiting list and links carry over.
        </p>
        <UploadForm initial={draftOf(first)} replaces={first} />
      </>
    );
  }
  if (first) {
    return (
      <>
        <p className="mt-3 max-w-prose text-quiet wrap-anywhere">
          Started from “{first.title}”. {COPY_HINT}
        </p>
        <UploadForm initial={copyOf(draftOf(first))} />
      </>
    );
  }
  // Sent from a blank form it would stand beside the other.
  if (error && isReplacing) {
    return (
      <p role="alert" className="mt-3 text-bad">
        Couldn’t load the specimen to replace. Please reload the page.
      </p>
    );
  }
  if (error) {
    return (
      <>
        <p role="alert" className="mt-3 text-bad">
          Couldn’t load the specimen to copy, so the form is blank.
        </p>
        <UploadForm />
      </>
    );
  }
  return (
    <p role="status" className="waiting mt-8 text-quiet">
      Loading specimen data...
    </p>
  );
}
