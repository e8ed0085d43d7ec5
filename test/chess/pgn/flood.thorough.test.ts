import { floods } from './floods.ts';

floods(1_000_000);
