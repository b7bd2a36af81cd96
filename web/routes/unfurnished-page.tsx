import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button.tsx';

/** An owner's room that is not built yet: says so, and where to go meanwhile. */
export default function UnfurnishedPage({ title }: { title: string }) {
  return (
    <section className="max-w-2xl">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-5 text-lg">
        This room is not furnished yet. Uploading, editing and settings come with the next version of the shop.
      </p>
      <p className="mt-2 text-quiet">The collection, the orders and their state can be read already.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/orders" className={buttonClass()}>
          Orders
        </Link>
        <Link to="/" className={buttonClass('outline')}>
          Return to Main Page
        </Link>
      </div>
    </section>
  );
}
