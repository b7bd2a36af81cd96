import { Link } from '@tanstack/react-router';

/** A file of its own, which visitors do not download. */
export default function AdminActions({ id }: { id: number }) {
  return (
    <section
      aria-labelledby="admin-actions"
      className="flex flex-wrap items-center gap-x-5 pb-1 text-fine"
    >
      <h2 id="admin-actions" className="label font-sans text-quiet">
        Admin Actions
      </h2>
      <Link to="/edit/$id" params={{ id: String(id) }} className="line-link text-link">
        Edit Specimen
      </Link>
      <Link to="/manage" className="line-link text-link">
        Return to Manage
      </Link>
    </section>
  );
}
