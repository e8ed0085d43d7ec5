import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.brown.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style.css';
import './review/style.css';
import './hosted/hosted.css';
import type { Hosted, PageData } from '../protocol.ts';
import { HostedPage } from './hosted/hosted-page.ts';
import { pageOf } from './report-page.ts';

const written = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
};

const data = written('data') as PageData | undefined;
const hosted = written('hosted') as Hosted | undefined;
// Before the licences.
if (data) document.body.prepend(hosted ? new HostedPage(data, hosted).element : pageOf(data));
