import { roundTrips } from './round-trips.ts';

roundTrips(0.15);
