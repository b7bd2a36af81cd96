import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

type Props = { title: string; back: { to: '/orders' | '/manage'; text: string }; children: ReactNode };

/** A page of something to print; its heading and the way back are not. */
export const PrintPage = ({ title, back, children }: Props) => (
  <>
    <div className="print:hidden">
      <Link to={back.to} className="-ml-1 inline-flex min-h-11 items-center gap-2 text-quiet no-underline hover:text-accent">
        <ArrowLeftIcon /> {back.text}
      </Link>
      <h1 className="mt-2 text-4xl">{title}</h1>
    </div>
    {children}
  </>
);
