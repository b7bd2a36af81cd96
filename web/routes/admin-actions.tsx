import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button.tsx';

/** What the admin may do with a specimen, on its public page. A file of its own, which visitors do not download. */
export default function AdminActions({ id }: { id: number }) {
  return (
    <section aria-labelledby="admin-actions" className="mt-10 border border-line bg-raised p-5">
      <h2 id="admin-actions" className="text-xl">
        Admin Actions
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to="/edit/$id" params={{ id: String(id) }} className={buttonClass('solid')}>
          Edit Specimen
        </Link>
        <Link to="/manage" className={buttonClass('outline')}>
          Return to Manage
        </Link>
      </div>
    </section>
  );
}
