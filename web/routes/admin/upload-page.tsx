import { Link } from '@tanstack/react-router';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { UploadForm } from '#web/features/editing/form/upload-form.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

/** Adds a specimen. */
export default function UploadPage() {
  const { setLoginOpen } = useAuth();
  return (
    <>
      <Link to="/" className="-ml-1 inline-flex min-h-11 items-center gap-2 text-quiet no-underline hover:text-accent">
        <ArrowLeftIcon /> Return to Main Page
      </Link>
      <h1 className="mt-2 text-4xl">Add New Specimen</h1>
      <UploadForm onLoginNeeded={() => setLoginOpen(true)} />
    </>
  );
}
