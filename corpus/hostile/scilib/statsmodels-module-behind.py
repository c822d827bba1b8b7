import statsmodels.api as sm
sm.robust.scale.np.save("/tmp/CANARY", sm.nonparametric.bandwidths.np.arange(3))
