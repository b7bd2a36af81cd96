import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Shown in place of an order that cannot be read. */
export const OrderFailure = ({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) => (
  <section className="mx-auto max-w-xl py-16 text-center">
    <h1 className="text-4xl">{title}</h1>
    <p className="mt-4 text-quiet">{text}</p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      <Link to="/" hash="gallery" className={buttonClass(onRetry ? 'outline' : 'solid')}>
        Return to Gallery
      </Link>
    </div>
  </section>
);

export const OrderNotFound = () => <OrderFailure title="Order Not Found" text="We couldn't find the order details you're looking for." />;
