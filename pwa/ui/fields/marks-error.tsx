import { cleanText, marksIn } from '#contract/values/clean-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';

/** Says which codes and invisible characters a machine left in a text, with one press to take them out. */
export function MarksError({ text, onClean }: { text: string; onClean: (text: string) => void }) {
  const { t } = useText();
  return (
    <>
      {t('translations.marks', { marks: marksIn(text).join(', ') })}{' '}
      <Button variant="quiet" onClick={() => onClean(cleanText(text))}>
        {t('translations.cleanUp')}
      </Button>
    </>
  );
}
