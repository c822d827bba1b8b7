from scipy.io import netcdf_file
netcdf_file("/root/x.nc", "w")
