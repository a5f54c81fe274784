import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { accountFiles } from '../../../../contracts/trading/account-files.ts';
import { search } from '../../api/queries/list.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { useAccount } from './account-search.ts';
import { texts } from './texts.ts';

/** Downloads of all records of the account. */
export function DownloadCsv() {
  const account = useAccount();
  // Inside of the page's main part, so that it is found there; and the same from the first look on, so that it stays open.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPlace}>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={`${buttonLook('plain')} max-md:min-h-11`}>
          <Download aria-hidden className="size-3.5" />
          {texts.csv.download}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={place}>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            className="z-30 min-w-40 rounded-md border border-line bg-raised p-1 shadow-lg"
          >
            {accountFiles.map((file) => (
              <DropdownMenu.Item key={file} asChild>
                <a
                  href={`/api/v1/account/${file}.csv${search({ account })}`}
                  download
                  className="block cursor-default rounded px-2 py-1.5 outline-none data-highlighted:bg-hover max-md:py-3"
                >
                  {texts.csv[file]}
                </a>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
