import { useRef } from 'react';
import { Button } from './button.tsx';

type Intent = 'save' | 'test';

export const useIntent = () => useRef<Intent>('save');

type Props = {
  intent: ReturnType<typeof useIntent>;
  isBusy: boolean;
  save: string;
  /** The words of the button that tries what is typed; null: there is nothing to try. */
  test: string | null;
  problem: string | null | undefined;
};

export function SaveOrTest({ intent, isBusy, save, test, problem }: Props) {
  const choose = (chosen: Intent) => () => {
    intent.current = chosen;
  };
  return (
    <>
      {problem && (
        <p role="alert" className="callout look-bad wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy} onClick={choose('save')}>
          {save}
        </Button>
        {test !== null && (
          <Button type="submit" look="outline" disabled={isBusy} onClick={choose('test')}>
            {test}
          </Button>
        )}
      </div>
    </>
  );
}
