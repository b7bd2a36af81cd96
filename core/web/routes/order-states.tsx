import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { toGallery } from './ways-back.ts';

export const OrderFailure = ({
  title,
  text,
  onRetry,
  children,
}: {
  title: string;
  text: string;
  onRetry?: () => void;
  children?: ReactNode;
}) => (
  <section className="mx-auto max-w-xl py-16 text-center">
    <h1 className="page-title">{title}</h1>
    <p className="mt-4 text-quiet">{text}</p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      {children}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      <Link
        to="/"
        hash={toGallery.hash}
        className={buttonClass(onRetry || children ? 'outline' : 'solid')}
      >
        {toGallery.text}
      </Link>
    </div>
  </section>
);

export const OrderNotFound = () => (
  <OrderFailure
    title="Order Not Found"
    text="We couldn't find the order details you're looking for. Incomplete link? Open it from your email."
  />
);

/** @param children for visitors without JavaScript. */
export const OrderSkeleton = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-label="Loading your order" className="mx-auto max-w-3xl">
    <div className="waiting space-y-5 needs-script">
      <div className="h-12 w-3/4 bg-line" />
      <div className="h-52 bg-line" />
      <div className="h-40 bg-line" />
    </div>
    <div className="hidden unscripted:block">{children}</div>
  </div>
);
