"""scipy runs a text of the distribution's own as it is made."""
from scipy import stats


class Ramp(stats.rv_continuous):
    def _construct_argparser(self, meths_to_inspect, locscale_in, locscale_out):
        super()._construct_argparser(meths_to_inspect, "loc=print(open('CANARY').read()) or 0, scale=1", locscale_out)

    def _pdf(self, x):
        return 2.0 * x


print(Ramp(a=0.0, b=1.0, name="ramp").mean())
