import sys
sys.path.insert(0, "/tmp")
import helpers_for_report

helpers_for_report.main()
