import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { openLogin } from '#web/features/admin/auth/auth-session.tsx';
import { COPY_HINT, copyOf } from '#web/features/catalogue/editing/drafts/restored.ts';
import { draftOf } from '#web/features/catalogue/editing/form/specimen-draft.ts';
import { UploadForm } from '#web/features/catalogue/editing/form/upload-form.tsx';
import { specimenToEdit } from '#web/features/catalogue/editing/saving/editing-queries.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

const uploadRoute = getRouteApi('/frame/upload');

/** Adds a specimen, beginning with nothing or with what another has. */
export default function UploadPage() {
  const { copy } = uploadRoute.useSearch() as { copy?: unknown };
  const copied = wholeNumber(copy, 9) ?? null;
  return (
    <>
      <Link to="/" className="back-link">
        <ArrowLeftIcon /> Return to Main Page
      </Link>
      <h1 className="mt-2 text-4xl">Add New Specimen</h1>
      {copied === null ? <UploadForm key="new" onLoginNeeded={openLogin} /> : <Copy key={copied} of={copied} onLoginNeeded={openLogin} />}
    </>
  );
}

/** The form as it begins with a copy. */
function Copy({ of, onLoginNeeded }: { of: number; onLoginNeeded: () => void }) {
  const { data, error } = useQuery(specimenToEdit(of));
  // A login in between clears the query cache, and what was typed must stay.
  const [first, setFirst] = useState<SpecimenDetail | null>(null);
  if (data && first === null) setFirst(data);
  if (first) {
    return (
      <>
        <p className="mt-3 max-w-prose text-quiet wrap-anywhere">
          Started from “{first.title}”. {COPY_HINT}
        </p>
        <UploadForm initial={copyOf(draftOf(first))} onLoginNeeded={onLoginNeeded} />
      </>
    );
  }
  if (error) {
    return (
      <>
        <p role="alert" className="mt-3 text-bad">
          Couldn’t load the specimen to copy, so the form is blank.
        </p>
        <UploadForm onLoginNeeded={onLoginNeeded} />
      </>
    );
  }
  return (
    <p role="status" className="waiting mt-8 text-quiet">
      Loading specimen data...
    </p>
  );
}
